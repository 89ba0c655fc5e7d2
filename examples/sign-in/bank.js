// @ts-check
// What the bank does: one function a route. Each gets what it may use, and gives what the page may see.
import { CallError } from './call.js'

/** @typedef {import('./sessions.js').Session} Session */
/**
 * @typedef {object} Visit one request of a browser
 * @property {Session} session
 * @property {string | undefined} browser the cookie of a browser that somebody signed in with before
 * @property {Record<string, unknown>} body
 * @property {(person: import('./issuer.js').Person) => void} signIn gives the browser a new session, and remembers it
 * @property {() => void} signOut
 */
/**
 * @typedef {object} Bank
 * @property {string} authenticator where the page sends people who have none yet
 * @property {import('./issuer.js').Issuer} issuer
 * @property {import('./twofactor.js').Twofactor} twofactor
 * @property {import('./accounts.js').Accounts} accounts
 */

/** @type {Record<string, (bank: Bank, visit: Visit) => unknown>} */
export const routes = {
  'GET /api/state': showState,
  'POST /api/sign-in': startSignIn,
  'GET /api/sign-in': followSignIn,
  'POST /api/sign-in/cancel': cancelSignIn,
  'POST /api/sign-out': (_bank, { signOut }) => signOut(),
  'POST /api/phone': sendCode,
  'POST /api/phone/code': checkCode,
  'GET /api/phone': showPhone,
  'POST /api/transfer': startTransfer,
  'GET /api/transfer': followTransfer,
  'POST /api/transfer/cancel': cancelTransfer,
}

/**
 * Where the page is, so that a reload goes on from there.
 * @param {Bank} bank
 * @param {Visit} visit
 */
function showState({ accounts, authenticator }, { session, browser }) {
  const { person, signIn, confirmation } = session
  if (person === undefined) {
    const known = accounts.findByBrowser(browser)?.name
    return { authenticator, known, signIn: signIn && showQuestion(signIn) }
  }
  const { twofactorId, transfers } = accounts.enter(person)
  const hasPhone = twofactorId !== undefined
  return { authenticator, person, hasPhone, transfers, confirmation: confirmation && show(confirmation) }
}

/**
 * Starts a sign-in: for whoever takes it up with a phone, or for the person that this browser knows.
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function startSignIn(bank, visit) {
  await cancelSignIn(bank, visit).catch(() => undefined)
  const sub = visit.body.known === true ? await findKnown(bank, visit) : undefined
  const asked = await bank.issuer
    .ask({ message: 'Sign in to Little Bank', sub })
    .catch(explainWait(visit.session))
  visit.session.signIn = asked
  return showQuestion(asked)
}

/**
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function findKnown({ issuer, accounts }, { browser }) {
  const known = accounts.findByBrowser(browser)
  if (known === undefined) return undefined
  const now = await issuer.currentKey(known.sub)
  if (now !== undefined) accounts.move(known.sub, now)
  return now
}

/**
 * Lanyard makes an application wait after a denial, so that it cannot pester people: the page says why.
 * @param {import('./sessions.js').Session} session
 * @returns {(error: unknown) => never}
 */
function explainWait({ wasDenied }) {
  return (error) => {
    if (!(error instanceof CallError) || error.code !== 'wait' || !wasDenied) throw error
    const seconds = `${error.retryAfter} ${error.retryAfter === 1 ? 'second' : 'seconds'}`
    throw new CallError('denied', `You denied the last request. Little Bank can ask again in ${seconds}.`)
  }
}

/**
 * The job reads the result, so it stays here; the link and the QR code hold a ticket, which does not.
 * @param {import('./issuer.js').Asked} asked
 */
function showQuestion({ number, link, qr, sub }) {
  return { number, link, qr, pushed: sub !== undefined }
}

/**
 * Waits for the phone. Of two tabs that wait, one ends the sign-in: an answer counts once.
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function followSignIn({ issuer }, { session, signIn }) {
  const asked = session.signIn
  if (asked === undefined) return { status: 'none' }
  const answer = await issuer
    .poll(asked)
    .catch(orGone('unknown-job', { status: 'timed_out', token: '', receipt: '' }))
  if (answer.status === 'outstanding') return { status: 'waiting' }
  const isCompleted = answer.status === 'completed'
  const person = isCompleted ? await issuer.verify(asked, answer) : undefined
  if (session.signIn !== asked) return { status: 'none' }
  delete session.signIn
  session.wasDenied = answer.status === 'denied'
  if (person !== undefined) signIn(person)
  return { status: isCompleted && person === undefined ? 'unproven' : answer.status }
}

/**
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function cancelSignIn({ issuer }, { session }) {
  const asked = session.signIn
  if (asked !== undefined) await issuer.cancel(asked).catch(unlessAway)
  delete session.signIn
}

/**
 * Proves the number before anything is tied to it: who enrols a stranger's number gets that stranger's second factor.
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function sendCode({ twofactor }, { session, body }) {
  getPerson(session)
  const phone = { country: digits(body.country), number: digits(body.number) }
  await twofactor.sendCode(phone)
  session.phone = phone
}

/**
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function checkCode(bank, visit) {
  const { session, body } = visit
  const account = bank.accounts.enter(getPerson(session))
  // Read once: another request may change it meanwhile, to a number that nobody proved.
  const { phone } = session
  if (phone === undefined) throw new CallError('no-number', 'enter your number first')
  await bank.twofactor.checkCode(phone, digits(body.code))
  account.twofactorId = await bank.twofactor.enrol(phone)
  bank.accounts.save()
  delete session.phone
  return showPhone(bank, visit, true)
}

/**
 * Whether the phone is ready to be asked; if not, on request, how to enrol it.
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function showPhone({ twofactor, accounts }, { session }, invites = false) {
  const { twofactorId } = accounts.enter(getPerson(session))
  if (twofactorId === undefined) return { ready: false }
  if (await twofactor.hasDevice(twofactorId)) return { ready: true }
  return { ready: false, ...(invites ? await twofactor.inviteDevice(twofactorId) : {}) }
}

/**
 * Keeps the transfer here until the phone has answered: what was confirmed is what is done, whatever the page says later.
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function startTransfer({ twofactor, accounts }, { session, body }) {
  const { twofactorId } = accounts.enter(getPerson(session))
  if (twofactorId === undefined) throw new CallError('no-phone', 'set your phone up first')
  const transfer = { to: String(body.to).trim().slice(0, 60), amount: readAmount(body.amount) }
  const details = { To: transfer.to, Amount: `${transfer.amount} EUR` }
  const asked = await twofactor.ask(twofactorId, {
    message: `Send ${details.Amount} to ${transfer.to}`,
    details,
  })
  session.confirmation = { ...asked, transfer }
  return show(session.confirmation)
}

/**
 * @param {Bank} bank
 * @param {Visit} visit
 */
async function followTransfer({ twofactor, accounts }, { session }) {
  const waiting = session.confirmation
  if (waiting === undefined) return { status: 'none' }
  const status = await twofactor.poll(waiting).catch(orGone('60049', 'expired'))
  if (status === 'pending') return { status: 'waiting' }
  if (session.confirmation !== waiting) return { status: 'none' }
  delete session.confirmation
  if (status === 'approved') {
    accounts.enter(getPerson(session)).transfers.unshift(waiting.transfer)
    accounts.save()
  }
  return { status }
}

/**
 * An approval cannot be taken back from the phone, but forgotten here it does nothing any more.
 * @param {Bank} _bank
 * @param {Visit} visit
 */
function cancelTransfer(_bank, { session }) {
  delete session.confirmation
}

/** @param {import('./sessions.js').Confirmation} confirmation */
function show({ number, transfer }) {
  return { number, ...transfer }
}

/** @param {Session} session */
function getPerson({ person }) {
  if (person === undefined) throw new CallError('signed-out', 'sign in first')
  return person
}

/**
 * What has ended already needs no cancelling.
 * @param {CallError} error
 */
function unlessAway(error) {
  if (error.code === 'away') throw error
}

/**
 * @template T
 * @param {string} code of a question that the service no longer knows
 * @param {T} instead
 */
function orGone(code, instead) {
  return (/** @type {CallError} */ error) => {
    if (error.code !== code) throw error
    return instead
  }
}

/** @param {unknown} text */
function digits(text) {
  return String(text ?? '').replace(/\D/g, '')
}

/** @param {unknown} given */
function readAmount(given) {
  const amount = Number(given)
  if (!(amount > 0 && amount <= 10_000)) throw new CallError('amount', 'enter an amount up to 10,000')
  return amount.toFixed(2)
}
