import { useLayoutEffect, useState } from 'react'

/** The current number of columns of a CSS grid; null before it is mounted. Use the first result as its ref. */
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
