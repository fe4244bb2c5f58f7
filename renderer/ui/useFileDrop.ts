import { useEffect, useState, type DragEvent } from 'react'

/** A file that missed its place would open in the window, and take the page and all that is written on it away. */
function hold(event: globalThis.DragEvent): void {
  if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** A place where a file can be dropped; of several the first is taken, null where what was dropped is none. */
export function useFileDrop(onFile: (file: File | null) => void) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    addEventListener('dragover', hold)
    addEventListener('drop', hold)
    return () => {
      removeEventListener('dragover', hold)
      removeEventListener('drop', hold)
    }
  }, [])
  return {
    over,
    drop: {
      onDragOver(event: DragEvent) {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0] ?? null)
      },
    },
  }
}
