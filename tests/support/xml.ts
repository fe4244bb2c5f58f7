import { SaxesParser } from 'saxes'

export interface XmlNode {
  name: string
  attributes: Record<string, string>
  /** Of the element itself, not of those within it. */
  text: string
  /** The elements within it that are called so, one level down. */
  all(name: string): XmlNode[]
  /** The only one; `self`: it may be this element. */
  one(name: string, self?: boolean): XmlNode
}

/** A strict reader, namespaces included: throws for what is not well-formed. */
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
