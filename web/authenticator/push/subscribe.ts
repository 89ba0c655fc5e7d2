import { effect, signal } from '@preact/signals'
import { issuer } from '../base/services.ts'
import { type Holder, listHolders } from './devtoken.ts'
import { readPushRecord, savePushRecord } from './push-record.ts'

const WORKER_LIMIT_MS = 5_000

/** `blocked`: the user denied it in the browser; `unsupported`: by the browser; `unavailable`: on the server. */
type PushState = 'unsupported' | 'unavailable' | 'blocked' | 'off' | 'on'

export const pushState = signal<PushState>('off')

/** Updates the state and registers new holders, at every start and whenever a holder is added. */
export function startPush(): void {
  effect(() => {
    const holders = listHolders()
    // One after the other, so that nobody is registered twice.
    settled = settled.then(() => renew(holders)).catch(() => undefined)
  })
}

let settled: Promise<void> = Promise.resolve()

async function renew(holders: readonly Holder[]): Promise<void> {
  pushState.value = await findState()
  if (pushState.value === 'on') await tell(holders, await subscribe())
}

async function findState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && (await readPushRecord()).isOn ? 'on' : 'off'
}

/** Finds out whether push can be turned on here. */
export async function lookAtPush(): Promise<void> {
  const state = await findState()
  pushState.value = state === 'off' && (await findPushKey()) === undefined ? 'unavailable' : state
}

async function findPushKey(): Promise<string | undefined> {
  return (await issuer.getMetadata({})).body.push_key
}

/** Asks for permission, subscribes this browser, and registers it with the services. Throws if any of these fails. */
export async function enablePush(): Promise<void> {
  const permission = await Notification.requestPermission()
  pushState.value = permission === 'denied' ? 'blocked' : 'off'
  if (permission !== 'granted') return
  const subscription = await subscribe()
  await savePushRecord({ isOn: true, told: {} })
  await tell(listHolders(), subscription)
  pushState.value = 'on'
}

/** Services that cannot be reached notice at the next message that the subscription has ended. */
export async function disablePush(): Promise<void> {
  await savePushRecord({ isOn: false, told: {} })
  pushState.value = 'off'
  await Promise.allSettled(listHolders().map((holder) => holder.tell(null)))
  await (await (await worker()).pushManager.getSubscription())?.unsubscribe()
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function subscribe(): Promise<PushSubscription> {
  const { pushManager } = await worker()
  const known = await pushManager.getSubscription()
  if (known !== null) return known
  const applicationServerKey = await findPushKey()
  if (applicationServerKey === undefined) throw new Error('the server sends no push messages')
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Adds a time limit, because browsers wait for a worker for ever. */
function worker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('there is no service worker')), WORKER_LIMIT_MS)
    }),
  ])
}

/** Registers each holder once per subscription; those that fail are tried at the next start. */
async function tell(holders: readonly Holder[], subscription: PushSubscription): Promise<void> {
  const { told } = await readPushRecord()
  const { endpoint } = subscription
  const news = holders.filter(({ id }) => told[id] !== endpoint)
  if (news.length === 0) return
  const results = await Promise.allSettled(news.map((holder) => holder.tell(subscription.toJSON())))
  const heard = news
    .filter((_holder, at) => results[at]?.status === 'fulfilled')
    .map(({ id }) => [id, endpoint])
  await savePushRecord({ isOn: true, told: { ...told, ...Object.fromEntries(heard) } })
}
