import { effect, signal } from '@preact/signals'
import { issuer } from '../base/services.ts'
import { type Holder, listHolders } from './devtoken.ts'
import { readPushRecord, savePushRecord } from './push-record.ts'

const WORKER_LIMIT_MS = 5_000

/** `blocked`: the user told the browser so; `unsupported`: the browser cannot; `unavailable`: the server does not. */
type PushState = 'unsupported' | 'unavailable' | 'blocked' | 'off' | 'on'

export const pushState = signal<PushState>('off')

/** Shows what is, and tells those who come later: at every start, and whenever there is one more. */
export function startPush(): void {
  effect(() => {
    const holders = listHolders()
    // One after the other: two at once would tell everybody twice.
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

/** For whoever is about to turn it on: whether that is of any use here. */
export async function lookAtPush(): Promise<void> {
  const state = await findState()
  pushState.value = state === 'off' && (await findPushKey()) === undefined ? 'unavailable' : state
}

async function findPushKey(): Promise<string | undefined> {
  return (await issuer.getMetadata({})).body.push_key
}

/** Asks the user, subscribes this browser, and tells the services. Throws where one of it fails. */
export async function enablePush(): Promise<void> {
  const permission = await Notification.requestPermission()
  pushState.value = permission === 'denied' ? 'blocked' : 'off'
  if (permission !== 'granted') return
  const subscription = await subscribe()
  await savePushRecord({ isOn: true, told: {} })
  await tell(listHolders(), subscription)
  pushState.value = 'on'
}

/** Services that cannot be told now find out by themselves: the subscription is over. */
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

/** The browser waits for a worker for ever. */
function worker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('there is no service worker')), WORKER_LIMIT_MS)
    }),
  ])
}

/** Whoever was told of this subscription before is not told again; whoever cannot be told is at the next start. */
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
