/** Ids of the outputs; registry.ts has their order of preference. */
export type OutputId = 'youtube' | 'vimeo' | 'soundcloud' | 'dailymotion' | 'hosted' | 'image'
