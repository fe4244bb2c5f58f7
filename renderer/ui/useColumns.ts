import { useLayoutEffect, useState } from 'react'

/** How many columns a CSS grid has now; null before it is there. Give the first result to the grid as its ref. */
export function useColumns(): [(grid: HTMLElement | null) => void, number | null] {
  const [grid, setGrid] = useState<HTMLElement | null>(null)
  const [columns, setColumns] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (!grid) return
    const count = () => setColumns(getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    count()
    const observer = new ResizeObserver(count)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [grid])
  return [setGrid, columns]
}
