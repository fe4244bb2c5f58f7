/**
 * Routes requests through a trie of path segments: the cost depends on the path's length, not on the number of endpoints. A literal
 * segment takes precedence over a parameter.
 */
import { StrandError } from './errors.ts'

interface Node<T> {
  children: Map<string, Node<T>>
  parameter: Node<T> | null
  /** By verb: the handler, and the names of the parameters in the path. */
  answers: Map<string, { value: T; names: string[] }>
}

export interface Found<T> {
  value: T
  params: Record<string, string>
}

export interface Routes<T> {
  add(verb: string, path: string, value: T): void
  find(verb: string, path: string): Found<T> | null
}

const emptyNode = <T>(): Node<T> => ({ children: new Map(), parameter: null, answers: new Map() })

/** A trailing slash is ignored. */
const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1)

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new StrandError('malformed')
  }
}

export function createRoutes<T>(): Routes<T> {
  const root = emptyNode<T>()

  function descend(node: Node<T>, verb: string, segments: readonly string[], values: readonly string[]): Found<T> | null {
    const [segment, ...rest] = segments
    if (segment === undefined) {
      const answer = node.answers.get(verb)
      if (!answer) return null
      const params: Record<string, string> = Object.create(null)
      answer.names.forEach((name, index) => (params[name] = decoded(values[index]!)))
      return { value: answer.value, params }
    }
    const child = node.children.get(segment)
    const found = child && descend(child, verb, rest, values)
    if (found) return found
    return node.parameter !== null && segment !== '' ? descend(node.parameter, verb, rest, [...values, segment]) : null
  }

  return {
    add(verb, path, value) {
      const names: string[] = []
      let node = root
      for (const segment of segmentsOf(path)) {
        if (segment.startsWith(':')) {
          names.push(segment.slice(1))
          node = node.parameter ??= emptyNode()
        } else {
          if (!node.children.has(segment)) node.children.set(segment, emptyNode())
          node = node.children.get(segment)!
        }
      }
      node.answers.set(verb, { value, names })
    },

    find: (verb, path) => descend(root, verb, segmentsOf(path), []),
  }
}
