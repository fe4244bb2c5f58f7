/** Comments for a single post, keyed by its headline. */
export const bySubject: Readonly<Record<string, readonly string[]>> = {
  'Falling into the same coastline, forever': [
    'I blinked and we were somewhere that looks exactly like where we were. Which is the point, I suppose.',
    'The bells landing as the spiral opens, was that planned?',
    'Showed this to my class. Nobody asked when they would need it.',
  ],
  'For the last bus, upper deck, front seat': [
    'Number 42, rain, the heater that only warms your ankles. I am there.',
    'Please make the nine-minute version.',
  ],
  'Drop two stones, watch them argue': [
    'Best explanation of interference I have seen, and it has no words in it.',
    'I could watch the place where they cancel all evening.',
  ],
  'There used to be a swing here': ['I like that the post stayed. A little headstone for a file.', 'It skipped by itself, very politely.'],
  'The tide comes in three pieces': ['Listened for the seams. Could not find them.'],
  'Last light': ['Ended exactly as my tea was ready.', 'That plucked figure is going to follow me to bed.'],
  'Hills, cut from seven sheets of paper': [
    'I counted five. Where are the other two?',
    'A picture in the middle of a queue of songs is like a window in a corridor.',
  ],
  'Night swim': ['I know that water. You go in angry and come out hungry.'],
  'Can I change the order of my playlist?': [
    'Asking for a kitchen too.',
    'Dragging would be nice. My dishes song keeps coming before the onions.',
  ],
  'What happens when a link dies?': [
    'The post stays, with its title, like a plaque on a house. I rather like it.',
    'Add a second address to it. The player tries them in turn.',
  ],
  'The word is *pining*': [
    'It is *resting*. We could have an argument about it, there is a clinic.',
    'Remarkable bird, the Norwegian Blue.',
  ],
  'No it isn’t': ['Yes it is.', 'This is not an argument, it is just contradiction.'],
  'It is a prairie dog': ['Thank you. Somebody had to.', 'It is dramatic, is what it is.'],
  'The counter broke': ['Two to the power of thirty-one, minus one. I had it on a T-shirt.'],
  'Forwarded to me as “annual report, please check”': [
    'The numbers were good, though.',
    'I have just been caught again, by this very post, with the title right there.',
  ],
  'Laziest great line ever played': ['It is not lazy, it is *late on purpose*. There is a difference and it took me ten years.'],
  'It is not even a bass': ['I play it on an actual bass and people tell me that it sounds wrong.'],
  'We danced to it at our wedding': ['So did we. So did, I think, everybody between 1983 and 1996.', 'Did nobody read the second line?'],
  'A girl puts a coin in a hat in Sabadell': [
    'The little boy on the lamp post, conducting. Every time.',
    'I was fine until the choir turned out to be standing next to us the whole time.',
  ],
  'There is no door': [
    'There is one, it leads to the kitchen. Which makes it worse.',
    'I went back to check. You are right and I am cold.',
  ],
  'The dog knows': ['The dog is the only one who is not posing.'],
  'Switch. I still do not like it, but switch.': [
    'The peanut convinced me. I had a degree in statistics at the time.',
    'Imagine a hundred doors. That is what did it for me.',
  ],
  'Halve it, or triple it and add one': ['Twenty-seven. Try twenty-seven. Bring sandwiches.'],
  'Butter, eggs, crème fraîche, chives, toast': ['Does the salt count? He puts it in at the end, so perhaps he hopes we do not see it.'],
  'Three ingredients and a hundred ways to fail': [
    'Mine turned into a rubber ball. It bounced. I measured.',
    'Cold water in the cheese first, a paste, then the pasta. Rome will come for me.',
  ],
  'It spread like a rumour': ['July is not a month, it is a proofing box.', 'Fridge. Overnight always means fridge.'],
  'Beans on toast is two': ['Butter. Three.', 'Cheese on top. Four, and a better life.'],
  '“For Jorge when he comes back”': ['I have thought about Jorge all day.', 'He came back. I have decided that he came back.'],
  '“NO. — twice the lemon”': ['Made both versions. Your mother is right, and I am sorry it took a stranger.'],
  'Nine point five eight': [
    'The looking to the side is what I tell my grandchildren about.',
    'Tailwind 0.9, legal. I looked it up so that you do not have to.',
  ],
  'Page 611': ['Courage. There is a comet coming.', 'The epilogue has two parts. Nobody warned me.'],
  'Page 3, for the fourth night': ['Congratulations! It took us two years to get to page 40.'],
  'My grandfather’s agbada': ['*It fits me only when I stand like him.* I read that out loud to my brother.'],
  'Finish a joke': ['…', 'I will wait.'],
  'Decide who waits': ['We had this at the clinic. The screen called the numbers and nobody was at fault any more.'],
  Wellington: ['Underrated post.', 'You forgot: more wind.'],
  'The man in the key shop sharpened my knife and refused the money': ['Which shop? I have a knife that wants something.'],
  'Somebody had mended the bench': ['It was the man from number nine. He will not admit it.'],
  'Tortilla, tomato, egg, chilli, salt is free': [
    'You had me at *char the tomato*.',
    'Ruined it properly, as instructed. He is right, it was only ready then.',
  ],
}
