/**
 * In plain JavaScript, because the scripts of build/ read it too.
 *
 * The oldest version of each browser that Strand supports; Safari's also stands for those on iPhone and iPad.
 */
export const browsers = { chrome: '111', edge: '111', firefox: '121', safari: '16.4' }

const { chrome, edge, firefox, safari } = browsers

/** Build targets, in the format that Vite, Lightning CSS and esbuild share. */
export const browserTargets = [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${safari}`]
