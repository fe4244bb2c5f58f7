/** For commands whose output is data: messages of the build go to the error stream. Import it first. */
console.log = console.error
