import { describe, expect, it } from 'vitest'
import { postsBeforeStrip } from '../../renderer/screens/bead/stripPosition.ts'

describe('B5 the strip of related playlists follows a whole row', () => {
  it.each([
    [{ posts: 15, columns: null, promotionIndex: null }, 8],
    [{ posts: 15, columns: 1, promotionIndex: 4 }, 8],
    [{ posts: 15, columns: 2, promotionIndex: null }, 8],
    [{ posts: 15, columns: 4, promotionIndex: null }, 8],
    [{ posts: 15, columns: 3, promotionIndex: null }, 9],
    // The promotion takes a cell: 11 posts and it fill three rows of four.
    [{ posts: 15, columns: 4, promotionIndex: 4 }, 11],
    [{ posts: 15, columns: 3, promotionIndex: 4 }, 8],
    [{ posts: 12, columns: 5, promotionIndex: null }, 10],
    // No posts would follow the strip: it moves up by one row.
    [{ posts: 11, columns: 4, promotionIndex: 4 }, 7],
    [{ posts: 11, columns: 12, promotionIndex: null }, 8],
  ] as const)('B5 N7 grid %j → the strip follows %i posts', (grid, posts) => {
    expect(postsBeforeStrip({ ...grid, after: 8 })).toBe(posts)
  })
})
