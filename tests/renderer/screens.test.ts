import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { screenModules } from '#contract/pages/screens.ts'

it('BY13 the renderer imports for each screen the module that documents preload', () => {
  const source = readFileSync(new URL('../../renderer/app/screens.ts', import.meta.url), 'utf8')
  const imports = [...source.matchAll(/^ {2}(\w+): lazyScreen\(\s*\(\) => import\('\.\.\/([^']+)'\)/gm)]
  expect(Object.fromEntries(imports.map(([, screen, module]) => [screen, `renderer/${module}`]))).toEqual(screenModules)
})
