export const addPost = {}
