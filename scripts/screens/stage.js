// @ts-check

/**
 * What a walk through an app needs to show its screens.
 * @typedef {object} Stage
 * @property {import('../temporary-server.js').TemporaryServer} server
 * @property {() => Promise<import('playwright-core').Page>} open a page of a browser that knows nothing yet
 * @property {(page: import('playwright-core').Page, name: string) => Promise<void>} take
 */

export {}
