import { browsers } from '../browsers.js'

export const supported = `Strand works in Chrome ${browsers.chrome}, Edge ${browsers.edge}, Firefox ${browsers.firefox}, Safari ${browsers.safari} and later versions.`
