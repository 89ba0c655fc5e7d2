/** Loaded on demand, because few people lock the app with a passkey. */
export function loadPasskey() {
  return import('./passkey.ts')
}
