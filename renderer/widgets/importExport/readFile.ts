import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'

/** Old players wrote M3U in the system's code page: anything that is not UTF-8 or UTF-16 is decoded as Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads a file as text, or returns the message of the first client-side check that fails. */
export async function readFile(file: File): Promise<{ content: string } | { problem: string }> {
  if (file.size > limits.import.bytes) return { problem: messages.importTooLarge }
  let content: string
  try {
    content = decode(await file.arrayBuffer())
  } catch {
    // A folder, or a file that was deleted.
    return { problem: messages.importUnknown }
  }
  if (content.trim() === '') return { problem: messages.importEmpty }
  // A NUL character: a binary file.
  if (content.includes('\0')) return { problem: messages.importUnknown }
  return content.length > limits.import.characters ? { problem: messages.importTooLarge } : { content }
}
