export type OutputId = 'youtube' | 'vimeo' | 'soundcloud' | 'dailymotion' | 'hosted' | 'image'
