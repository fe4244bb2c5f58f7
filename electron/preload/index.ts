/** The preload script: it runs in a sandbox, isolated from the page, before its scripts. It is built as one CommonJS file. */
import { contextBridge, ipcRenderer } from 'electron'
import { config } from 'zod/mini'
import { bridgeName } from '../bridge.ts'
import { createBridge } from './createBridge.ts'

// Compiling validators would need `eval`.
config({ jitless: true })

contextBridge.exposeInMainWorld(
  bridgeName,
  createBridge(ipcRenderer, () => navigator.userActivation.isActive),
)
