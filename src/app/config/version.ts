import { engines, version } from '../../../package.json'

export const VERSION = version
/** As npm writes it: `>=20.19`. */
export const NODE_RANGE = engines.node
