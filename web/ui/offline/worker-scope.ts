/** The part of ServiceWorkerGlobalScope that the worker uses: TypeScript's library for workers excludes that of pages. */
export type WorkerScope = {
  readonly registration: ServiceWorkerRegistration
  readonly navigator: { readonly language: string }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>
    openWindow(address: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}

type WindowClient = { focus(): Promise<WindowClient>; navigate(address: string): Promise<unknown> }

type Lasting = { waitUntil(work: Promise<unknown>): void }

type WorkerEvents = {
  install: Lasting
  activate: Lasting
  fetch: { readonly request: Request; respondWith(answer: Promise<Response>): void }
  message: { readonly data: unknown }
  push: Lasting & { readonly data: { text(): string } | null }
  notificationclick: Lasting & { readonly notification: Notification }
}
