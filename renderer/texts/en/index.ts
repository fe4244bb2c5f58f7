import { addPost } from './addPost.ts'
import { auth } from './auth.ts'
import { bead } from './bead.ts'
import { categories } from './categories.ts'
import { common } from './common.ts'
import { creator } from './creator.ts'
import { discover } from './discover.ts'
import { member } from './member.ts'
import { notFound } from './notFound.ts'
import { player } from './player.ts'
import { post } from './post.ts'
import { shell } from './shell.ts'

export const en = { addPost, auth, bead, categories, common, creator, discover, member, notFound, player, post, shell }
