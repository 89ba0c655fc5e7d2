import { engines, version } from '../../../package.json'

export const VERSION = version
/** The supported Node versions in npm's notation: `>=20.19`. */
export const NODE_RANGE = engines.node
