/**
 * Which of the app-wide dialogs is open. Features open each other's dialogs through this slice, so
 * that none imports another's insides.
 */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Intent } from './intents.ts'

export type AuthMode = 'signup' | 'login'

export interface DialogsState {
  /** Log-in and sign-up; the intent runs once afterwards (A4.2). */
  auth: { mode: AuthMode; intent: Intent | null; ended: boolean } | null
  creator: boolean
  /** Into which playlist, and of which link, where that is known. */
  addPost: { bead: string | null; link: string | null } | null
  /** The post on which a visitor wanted to comment when they signed in: its composer takes the focus. */
  comment: string | null
  /** The sheet of keyboard shortcuts. */
  shortcuts: boolean
}

/** The server no longer knows the session that this page had (A4.1). */
export const sessionEnded = createAction('session/ended')

const initialState: DialogsState = { auth: null, creator: false, addPost: null, comment: null, shortcuts: false }

const slice = createSlice({
  name: 'dialogs',
  initialState,
  reducers: {
    authOpened: (state, { payload }: PayloadAction<{ mode: AuthMode; intent?: Intent }>) => {
      state.auth = { mode: payload.mode, intent: payload.intent ?? null, ended: false }
    },
    authClosed: (state) => {
      state.auth = null
    },
    creatorOpened: (state) => {
      state.creator = true
    },
    creatorClosed: (state) => {
      state.creator = false
    },
    addPostOpened: (state, { payload }: PayloadAction<{ bead: string | null; link?: string | null }>) => {
      state.addPost = { bead: payload.bead, link: payload.link ?? null }
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
  authOpened, authClosed, creatorOpened, creatorClosed, addPostOpened, addPostClosed, commentAsked, shortcutsOpened, shortcutsClosed,
} = slice.actions
