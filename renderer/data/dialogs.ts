/** The state of the app-wide dialogs. Features open each other's dialogs through this slice, so that none imports another's internals. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Intent, SharedContent } from './intents.ts'

/** `welcome` greets members who return from a social network. */
export type AuthMode = 'signup' | 'login' | 'getEmail' | 'forgotPassword' | 'passwordSent' | 'resetPassword' | 'passwordChanged' | 'welcome'

export interface AuthRequest {
  mode: AuthMode
  /** Runs once after signing in (A4.2). */
  intent: Intent | null
  /** Whether it opened because the session ended. */
  ended: boolean
  /** From the link in a mail. */
  email?: string
  resetCode?: string
  /** The error code of a failed sign-in at a social network, and the network. */
  problem?: string
  network?: string
}

/** Parameters of the post wizard: a new post, unless `edit` or `repost` is set. */
export interface AddPostRequest {
  /** The preselected playlist and link. */
  bead: string | null
  link: string | null
  /** The id of the post to edit or to repost. */
  edit: string | null
  repost: string | null
  /** The initial headline and text. Publishing then leads to the confirmation for `/bookmarklet`. */
  shared: SharedContent | null
}

export interface DialogsState {
  auth: AuthRequest | null
  /** The page itself shows the auth forms: they take the requests, and no dialog opens over them. */
  authInPage: boolean
  /** The dialog that creates a playlist. */
  creator: boolean
  addPost: AddPostRequest | null
  /** The id of the post whose comment field should get the focus (`useCommentRequest` in session.ts). */
  comment: string | null
  /** The sheet of keyboard shortcuts. */
  shortcuts: boolean
  /** The editor of the member's own picture. */
  picture: boolean
}

/** The server no longer knows the session of this page (A4.1). */
export const sessionEnded = createAction('session/ended')

const initialState: DialogsState = {
  auth: null,
  authInPage: false,
  creator: false,
  addPost: null,
  comment: null,
  shortcuts: false,
  picture: false,
}

const slice = createSlice({
  name: 'dialogs',
  initialState,
  reducers: {
    authOpened: (state, { payload }: PayloadAction<Omit<AuthRequest, 'intent' | 'ended'> & { intent?: Intent }>) => {
      state.auth = { ...payload, intent: payload.intent ?? null, ended: false }
    },
    authClosed: (state) => {
      state.auth = null
    },
    authInPageChanged: (state, { payload }: PayloadAction<boolean>) => {
      state.authInPage = payload
    },
    creatorOpened: (state) => {
      state.creator = true
    },
    creatorClosed: (state) => {
      state.creator = false
    },
    addPostOpened: (state, { payload }: PayloadAction<Partial<AddPostRequest>>) => {
      state.addPost = { bead: null, link: null, edit: null, repost: null, shared: null, ...payload }
    },
    addPostClosed: (state) => {
      state.addPost = null
    },
    shortcutsOpened: (state) => {
      state.shortcuts = true
    },
    shortcutsClosed: (state) => {
      state.shortcuts = false
    },
    pictureOpened: (state) => {
      state.picture = true
    },
    pictureClosed: (state) => {
      state.picture = false
    },
    /** The code of the dialogs failed to load: close them all. */
    dialogsClosed: ({ comment, authInPage }) => ({ ...initialState, comment, authInPage }),
    commentRequested: (state, { payload }: PayloadAction<string | null>) => {
      state.comment = payload
    },
  },
  extraReducers: (builder) =>
    builder.addCase(sessionEnded, (state) => {
      state.auth ??= { mode: 'login', intent: null, ended: true }
    }),
})

export const dialogsReducer = slice.reducer
export const {
  authOpened,
  authClosed,
  authInPageChanged,
  creatorOpened,
  creatorClosed,
  addPostOpened,
  addPostClosed,
  commentRequested,
  shortcutsOpened,
  shortcutsClosed,
  pictureOpened,
  pictureClosed,
  dialogsClosed,
} = slice.actions
