/** Ids of the outputs; registry.ts has their order of preference. Only televisions have `text`, and only widgets `file`. */
export type OutputId = 'youtube' | 'vimeo' | 'soundcloud' | 'dailymotion' | 'hosted' | 'image' | 'file' | 'text'
