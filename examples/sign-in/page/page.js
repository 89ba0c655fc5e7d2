// @ts-check
// The page: shows one section at a time, and follows what waits on the phone. It decides nothing; the server does.

const sections = ['welcome', 'signing-in', 'home', 'confirming']
const forms = ['phone', 'code', 'device', 'transfer']

const endings = /** @type {Record<string, string>} */ ({
  denied: 'You denied the request on your phone, or the number was wrong. Nothing happened.',
  cancelled: 'The sign-in was cancelled.',
  timed_out: 'The sign-in expired. Start again when you have your phone to hand.',
  unproven: 'The answer could not be verified, so no one was signed in. Start again.',
  expired: 'The request expired. Nothing was sent.',
  approved: 'Confirmed. The money is on its way.',
})

/** What the server says no with. */
class Refusal extends Error {
  /**
   * @param {string} problem
   * @param {string} message
   */
  constructor(problem, message) {
    super(message)
    this.problem = problem
  }
}

void show().catch(() => undefined)
on('sign-in', () => signIn({}))
on('sign-in-known', () => signIn({ known: true }))
on('sign-in-cancel', () => ask('POST', '/api/sign-in/cancel').then(() => show()))
on('sign-out', () => ask('POST', '/api/sign-out').then(() => show()))
on('transfer-cancel', () =>
  ask('POST', '/api/transfer/cancel').then(() => show('Cancelled. Nothing was sent.')),
)
onSubmit('phone', async (fields) => {
  await ask('POST', '/api/phone', fields)
  only('code', forms)
  find('code').querySelector('input')?.focus()
})
onSubmit('code', async (fields) => showPhone(await ask('POST', '/api/phone/code', fields)))
onSubmit('transfer', async (fields) =>
  showConfirmation(await ask('POST', '/api/transfer', fields).catch(setUpAgain)),
)

/**
 * Shows where things stand, as the server has it.
 * @param {string} [note]
 */
async function show(note) {
  if (note !== undefined) tell(note)
  const { person, known, signIn, confirmation, hasPhone, transfers, authenticator } = await ask(
    'GET',
    '/api/state',
  )
  link('authenticator', authenticator)
  find('sign-out').hidden = person === undefined
  if (signIn !== undefined) return showSignIn(signIn)
  if (confirmation !== undefined) return showConfirmation(confirmation)
  if (person === undefined) {
    fill('known', known)
    find('sign-in-known').hidden = known === undefined
    find('sign-in').classList.toggle('main', known === undefined)
    return only('welcome', sections)
  }
  fill('name', person.name)
  fill('email', person.email)
  listTransfers(transfers)
  only('home', sections)
  if (hasPhone) showPhone(await ask('GET', '/api/phone'))
  else only('phone', forms)
}

/** @param {{ known?: boolean }} whom */
async function signIn(whom) {
  showSignIn(await ask('POST', '/api/sign-in', whom))
}

/**
 * @param {Refusal} refusal
 * @returns {never}
 */
function setUpAgain(refusal) {
  if (refusal.problem === '60051') only('phone', forms)
  throw refusal
}

/** @param {{ number: string, link: string, qr: string, pushed: boolean }} question */
function showSignIn({ number, link: address, qr, pushed }) {
  fill('number', number)
  link('link', address)
  picture('qr', qr)
  for (const item of document.querySelectorAll('.by-qr, .by-push'))
    item.toggleAttribute('hidden', item.classList.contains('by-push') !== pushed)
  only('signing-in', sections)
  follow('/api/sign-in', 'signing-in')
}

/** @param {{ number: string, to: string, amount: string }} confirmation */
function showConfirmation({ number, to, amount }) {
  fill('approval', number)
  fill('to', to)
  fill('amount', amount)
  only('confirming', sections)
  follow('/api/transfer', 'confirming')
}

/** @param {{ ready: boolean, link?: string, qr?: string }} phone */
async function showPhone({ ready, link: address, qr }) {
  if (ready) return only('transfer', forms)
  if (address === undefined) return only('phone', forms)
  link('enrol-link', address)
  picture('enrol-qr', qr ?? '')
  only('device', forms)
  while (!find('device').hidden) {
    await pause(1_500)
    const phone = await ask('GET', '/api/phone').catch(() => ({ ready: false }))
    if (phone.ready && !find('device').hidden) return showPhone(phone)
  }
}

/**
 * Asks until it has ended; each question is held by the server. A server that is away for a while is asked again.
 * @param {string} path
 * @param {string} section is left when somebody cancels
 */
async function follow(path, section) {
  while (!find(section).hidden) {
    try {
      const { status } = await ask('GET', path)
      if (status !== 'waiting') return find(section).hidden ? undefined : await show(endings[status] ?? '')
      tell('')
    } catch {
      await pause(2_000)
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body = {}) {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...(method === 'POST' ? json : {}) }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer !== undefined) return answer
  const refusal = new Refusal(
    answer?.problem ?? 'away',
    answer?.message ?? 'Little Bank is not responding. Try again in a moment.',
  )
  tell(refusal.message)
  throw refusal
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function find(id) {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no ${id}`)
  return element
}

/**
 * @param {string} id
 * @param {() => Promise<void>} action a refusal was told already
 */
function on(id, action) {
  find(id).addEventListener('click', () => {
    tell('')
    void action().catch(() => undefined)
  })
}

/**
 * @param {string} id
 * @param {(fields: object) => Promise<void>} action
 */
function onSubmit(id, action) {
  find(id).addEventListener('submit', (event) => {
    event.preventDefault()
    tell('')
    const fields = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)))
    void action(fields).catch(() => undefined)
  })
}

/**
 * Names and messages are text, whatever they hold.
 * @param {string} name
 * @param {string | undefined} text
 */
function fill(name, text) {
  for (const element of document.querySelectorAll(`[data-show="${name}"]`)) element.textContent = text ?? ''
}

/**
 * @param {string} name
 * @param {string} address
 */
function link(name, address) {
  for (const element of document.querySelectorAll(`[data-link="${name}"]`))
    element.setAttribute('href', address)
}

/**
 * @param {string} name
 * @param {string} address
 */
function picture(name, address) {
  document.querySelector(`[data-image="${name}"]`)?.setAttribute('src', address)
}

/**
 * Shows one, and takes the keyboard and the screen reader there.
 * @param {string} id
 * @param {readonly string[]} among
 */
function only(id, among) {
  const isNew = find(id).hidden
  for (const name of among) find(name).hidden = name !== id
  const heading = find(id).querySelector('h1')
  if (!isNew || heading === null) return
  heading.tabIndex = -1
  heading.focus()
}

/** @param {{ to: string, amount: string }[]} transfers */
function listTransfers(transfers) {
  find('transfers').hidden = transfers.length === 0
  const items = transfers.map(({ to, amount }) => {
    const item = document.createElement('li')
    item.textContent = `${amount} EUR to ${to}`
    return item
  })
  document.querySelector('[data-list="transfers"]')?.replaceChildren(...items)
}

/** @param {string} text */
function tell(text) {
  find('note').textContent = text
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
