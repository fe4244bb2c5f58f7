/** How hot a post is: what it is among the whole site's trending posts (decision 24). */
import { removeEvent, firstHeat, addEvent } from '../beads/service.ts'

/** What an event is worth. Being new counts as much as one upvote. */
export const postHeat = { posted: 1, collected: 2, upvoted: 1, commented: 1 } as const

/** Of a post whose events are counted but not dated. @param time of its creation, ms since 1970 */
export const firstPostHeat = (score: number, time: number): number => firstHeat(postHeat.posted + score, time)

export const addPostEvent = (heat: number, weight: number, time: number): number => addEvent(heat, weight, time)

/** @param least how cold it gets at most. */
export const removePostEvent = (heat: number, weight: number, time: number, least: number): number => removeEvent(heat, weight, time, least)
