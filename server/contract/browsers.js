/**
 * The oldest supported version of each browser; Safari's also applies to all browsers on iPhone and iPad.
 *
 * In plain JavaScript, because the scripts of build/ import it too.
 */
export const browsers = { chrome: '111', edge: '111', firefox: '121', safari: '16.4' }

const { chrome, edge, firefox, safari } = browsers

/** Build targets, in the format that Vite, Lightning CSS and esbuild share. */
export const browserTargets = [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${safari}`]

/** The build target of the page of televisions: the browser of models from 2021. */
export const tvTarget = 'chrome79'
