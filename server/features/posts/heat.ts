/** Hotness of a post, for trending posts (decision 24). */
import { removeEvent, firstHeat, addEvent } from '../beads/service.ts'

/** Weights of events. Creation counts as much as one upvote. */
export const postHeat = { posted: 1, collected: 2, upvoted: 1, commented: 1 } as const

/** Initial hotness from a score without dates of its events. @param time of creation, ms since 1970 */
export const firstPostHeat = (score: number, time: number): number => firstHeat(postHeat.posted + score, time)

export const addPostEvent = (heat: number, weight: number, time: number): number => addEvent(heat, weight, time)

/** @param least lower bound of the result. */
export const removePostEvent = (heat: number, weight: number, time: number, least: number): number => removeEvent(heat, weight, time, least)
