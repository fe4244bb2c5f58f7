import { build, type Rolldown } from 'vite'
import { config } from '../../build/vite.config.ts'

/** The files of one module built as the pages are, in as few chunks as it allows. */
export async function buildPage(entry: string): Promise<(Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const built = await build({
    ...config,
    configFile: false,
    mode: 'production',
    logLevel: 'silent',
    build: { ...config.build, write: false, manifest: false, rolldownOptions: { ...config.build?.rolldownOptions, input: entry } },
  })
  return [built].flat().flatMap((one) => ('output' in one ? one.output : []))
}
