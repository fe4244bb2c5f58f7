/** Reads deploy/container/Dockerfile. */
import { readFileSync } from 'node:fs'
import { root } from './built-server.ts'

export interface Copy {
  /** The stage that has the files; undefined: the repository. */
  from: string | undefined
  sources: string[]
  target: string
}

export interface Stage {
  image: string
  name: string | undefined
  copies: Copy[]
  /** All instructions, with the lines of each joined. */
  instructions: string[]
}

export function readDockerfile(): Stage[] {
  const text = readFileSync(`${root}deploy/container/Dockerfile`, 'utf8')
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Stage[] = []
  for (const instruction of instructions) {
    const [, image, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(instruction) ?? []
    if (image !== undefined) stages.push({ image, name, copies: [], instructions: [] })
    const stage = stages.at(-1)!
    stage.instructions.push(instruction)
    const [, from, paths = ''] = /^COPY (?:--from=(\S+) )?(.*)$/.exec(instruction) ?? []
    if (paths === '') continue
    const sources = paths.split(' ')
    const target = sources.pop()!
    stage.copies.push({ from, sources, target })
  }
  return stages
}
