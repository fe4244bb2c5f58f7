/** Comments written for one post, keyed by its headline. */
export const bySubject: Readonly<Record<string, readonly string[]>> = {
  'Falling into the same coastline, forever': ['I blinked and we were somewhere that looks exactly like where we were. Which is the point, I suppose.', 'The bells landing as the spiral opens, was that planned?', 'Showed this to my class. Nobody asked when they would need it.'],
  'For the last bus, upper deck, front seat': ['Number 42, rain, the heater that only warms your ankles. I am there.', 'Please make the nine-minute version.'],
  'Drop two stones, watch them argue': ['Best explanation of interference I have seen, and it has no words in it.', 'I could watch the place where they cancel all evening.'],
  'There used to be a swing here': ['I like that the post stayed. A little headstone for a file.', 'It skipped by itself, very politely.'],
  'The tide comes in three pieces': ['Listened for the seams. Could not find them.'],
  'Last light': ['Ended exactly as my tea was ready.', 'That plucked figure is going to follow me to bed.'],
}
