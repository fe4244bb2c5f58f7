import { SaxesParser } from 'saxes'

export interface XmlNode {
  name: string
  attributes: Record<string, string>
  /** The text of the element itself, without that of its children. */
  text: string
  /** The child elements with this name. */
  all(name: string): XmlNode[]
  /** The only child element with this name; throws otherwise. `self`: returns the element itself if it has this name. */
  one(name: string, self?: boolean): XmlNode
}

/** Parses XML strictly, including namespaces. Throws if it is not well-formed. */
export function readXml(text: string): XmlNode {
  const parser = new SaxesParser({ xmlns: true })
  const stack: (XmlNode & { children: XmlNode[] })[] = []
  let root: XmlNode | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const plain = Object.entries(attributes)
      .filter(([key]) => !key.startsWith('xmlns'))
      .map(([key, { value }]) => [key, value])
    const node = {
      name,
      attributes: Object.fromEntries(plain) as Record<string, string>,
      text: '',
      children: [] as XmlNode[],
      all: (childName: string) => node.children.filter((child) => child.name === childName),
      one: (childName: string, self = false): XmlNode => {
        if (self && name === childName) return node
        const found = node.all(childName)
        if (found.length !== 1) throw new Error(`${found.length} elements ${childName} in ${name}`)
        return found[0]!
      },
    }
    stack.at(-1)?.children.push(node)
    stack.push(node)
    root ??= node
  })
  parser.on('text', (part) => {
    const top = stack.at(-1)
    if (top) top.text += part
  })
  parser.on('closetag', () => void stack.pop())
  parser.write(text).close()
  return root!
}
