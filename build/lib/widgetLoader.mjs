import { browserTargets } from '#contract/browsers.js'
import { widgetBuild, widgetLoader } from '#contract/pages/entries.js'
import { root } from './paths.mjs'

/** Builds the script variant of the widget: a classic script, which pages of other sites name without a version. */
export async function buildWidgetLoader() {
  const { build, stop } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: [widgetLoader.module],
    outfile: `${widgetBuild.folder}/${widgetLoader.file}`,
    bundle: true,
    minify: true,
    format: 'iife',
    target: browserTargets,
    logLevel: 'silent',
  })
  await stop()
}
