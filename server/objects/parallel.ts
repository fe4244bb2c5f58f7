/**
 * Runs `work` for several items at once, and yields the results in the order of the items. Ends, also with an error, after all work that it
 * has started.
 */
export async function* inParallel<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const result = work(item)
      // Reported when it is awaited below; one before it may fail first.
      result.catch(() => undefined)
      running.push(result)
      if (running.length >= count) yield await running.shift()!
    }
    while (running.length > 0) yield await running.shift()!
  } finally {
    await Promise.allSettled(running)
  }
}

/** Runs `work` for all items, several at once. */
export async function eachInParallel<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const results = inParallel(items, count, work)
  while (!(await results.next()).done);
}
