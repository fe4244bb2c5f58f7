/**
 * Which of the app-wide dialogs is open. Features open each other's dialogs through this slice, so
 * that none imports another's insides.
 */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Intent } from './intents.ts'

/** `welcome` greets who came back signed in from a social network. */
export type AuthMode = 'signup' | 'login' | 'getEmail' | 'forgotPassword' | 'passwordSent' | 'resetPassword' | 'passwordChanged' | 'welcome'

export interface AuthRequest {
  mode: AuthMode
  /** What runs once afterwards (A4.2). */
  intent: Intent | null
  /** Whether it opened because the session had ended. */
  ended: boolean
  /** What a link from a mail knows already. */
  email?: string
  resetCode?: string
  /** What went wrong at a social network, in its own word, and at which. */
  problem?: string
  network?: string
}

/** What the wizard of posts is opened for: a new post, unless one is named that is changed or posted again. */
export interface AddPostRequest {
  /** Into which playlist, and of which link, where that is known. */
  bead: string | null
  link: string | null
  /** Ids of posts. */
  edit: string | null
  repost: string | null
}

export interface DialogsState {
  auth: AuthRequest | null
  /** The page itself holds the forms of signing in: they take the requests, and no dialog opens over them. */
  authInPage: boolean
  creator: boolean
  addPost: AddPostRequest | null
  /** The post on which a visitor wanted to comment when they signed in: its composer takes the focus. */
  comment: string | null
  /** The sheet of keyboard shortcuts. */
  shortcuts: boolean
  /** The editor of the member's own picture. */
  picture: boolean
}

/** The server no longer knows the session that this page had (A4.1). */
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
    authPlaced: (state, { payload }: PayloadAction<boolean>) => {
      state.authInPage = payload
    },
    creatorOpened: (state) => {
      state.creator = true
    },
    creatorClosed: (state) => {
      state.creator = false
    },
    addPostOpened: (state, { payload }: PayloadAction<Partial<AddPostRequest>>) => {
      state.addPost = { bead: null, link: null, edit: null, repost: null, ...payload }
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
    /** None of them could be shown. */
    dialogsClosed: ({ comment, authInPage }) => ({ ...initialState, comment, authInPage }),
    commentAsked: (state, { payload }: PayloadAction<string | null>) => {
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
  authPlaced,
  creatorOpened,
  creatorClosed,
  addPostOpened,
  addPostClosed,
  commentAsked,
  shortcutsOpened,
  shortcutsClosed,
  pictureOpened,
  pictureClosed,
  dialogsClosed,
} = slice.actions
