import { engines, version } from '../../../package.json'

export const VERSION = version
/** In npm's notation: `>=20.19`. */
export const NODE_RANGE = engines.node
