import { useEffect, useState, type DragEvent } from 'react'

/** A file dropped outside of a target would open in the window and discard the page. */
function hold(event: globalThis.DragEvent): void {
  if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/** A drop target for a file: the first of several; null if the drop contained none. */
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
