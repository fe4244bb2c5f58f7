/** Carries out what a person chooses in a menu, the tray or the task bar. */
import type { WebContents } from 'electron'
import type { Action } from '../policy/actions.ts'
import type { PlayerCommand } from '../policy/playback.ts'
import type { Activity } from './activity.ts'
import type { Connection } from './connection.ts'
import type { ElectronModule } from './electronModule.ts'
import type { FindBar } from './findBar.ts'
import type { MainWindow } from './mainWindow.ts'
import type { SettingsFile } from './settingsFile.ts'
import type { Updates } from './updates.ts'

export interface ActionContext {
  electron: Pick<ElectronModule, 'app' | 'clipboard'>
  settings: SettingsFile
  window: MainWindow
  activity: Activity
  connection: Connection
  findBar: FindBar
  updates: Updates
  contents(): WebContents | null
  sendCommand(command: PlayerCommand): void
  openPage(path: string): void
  openExternal(url: string): void
  show(): void
  /** Shows changed settings in the menus. */
  update(): void
}

export function runAction(action: Action, context: ActionContext): void {
  const { electron, activity, connection, findBar, openExternal, openPage, sendCommand, settings, show, update, window } = context
  const page = context.contents()
  switch (action.type) {
    case 'player':
      return sendCommand(action.command)
    case 'show':
      return show()
    case 'quit':
      return electron.app.quit()
    case 'miniPlayer':
      show()
      return void activity.setMini(!window.isMini())
    case 'closeToTray':
      settings.set({ isClosingToTray: !settings.get().isClosingToTray })
      return update()
    case 'back':
      return page?.navigationHistory.goBack()
    case 'forward':
      return page?.navigationHistory.goForward()
    case 'find':
      return findBar.open()
    case 'findNext':
      return findBar.step('next')
    case 'findPrevious':
      return findBar.step('previous')
    case 'checkForUpdates':
    case 'downloadUpdate':
    case 'installUpdate':
      return context.updates.run(action.type)
    case 'home':
      return openPage('/')
    case 'servers':
      show()
      return connection.run({ type: 'servers' })
    case 'selectServer':
      show()
      return connection.run({ type: 'open', origin: action.origin })
    case 'openWebsite': {
      const origin = connection.server()
      return origin === null ? undefined : openExternal(`${origin}/`)
    }
    case 'copyLink':
      return void electron.clipboard.writeText(action.url)
    case 'replaceMisspelling':
      return page?.replaceMisspelling(action.word)
    case 'addToDictionary':
      return void page?.session.addWordToSpellCheckerDictionary(action.word)
  }
}
