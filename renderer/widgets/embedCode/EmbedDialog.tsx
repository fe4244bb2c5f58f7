import { useId, useState } from 'react'
import { Tabs } from '@base-ui/react/tabs'
import { t } from '#texts/index.ts'
import { CopyField } from '#ui/CopyField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useDebouncedValue } from '#ui/useDebouncedValue.ts'
import { popupFeatures, widgetPermissions, widgetSize } from '#contract/pages/widget.ts'
import { defaultOptions, embedCode, previewAddress, type EmbedMode, type EmbedSubject } from './code.ts'
import { OptionFields } from './OptionFields.tsx'
import styles from './EmbedDialog.module.css'

const modes: readonly { id: EmbedMode; name: string; about: string }[] = [
  { id: 'inline', name: t.embed.inline, about: t.embed.inlineAbout },
  { id: 'script', name: t.embed.script, about: t.embed.scriptAbout },
  { id: 'popup', name: t.embed.popup, about: t.embed.popupAbout },
]

const howTo = [
  { id: 'general', name: t.embed.general, steps: t.embed.generalSteps },
  { id: 'wordpress', name: t.embed.wordpress, steps: t.embed.wordpressSteps },
  { id: 'blogger', name: t.embed.blogger, steps: t.embed.bloggerSteps },
]

/** Delay (ms) before the preview loads with changed options: a colour changes many times while it is chosen. */
const previewDelayMs = 400

interface EmbedDialogProps {
  of: EmbedSubject & { title: string }
  onClose: () => void
}

/** Embed code of a playlist or post for other sites, its options and a preview (B8). */
export default function EmbedDialog({ of: { kind, id, title }, onClose }: EmbedDialogProps) {
  const name = useId()
  const [open, setOpen] = useState(true)
  const [mode, setMode] = useState<EmbedMode>('inline')
  const label = t.embed.listen(title)
  const [options, setOptions] = useState(defaultOptions[kind])
  const previewed = useDebouncedValue(options, previewDelayMs)
  const address = previewAddress(mode, id, previewed, location.origin)
  return (
    <Dialog open={open} size="large" title={t.embed.title[kind]} description={title} onClose={() => setOpen(false)} onClosed={onClose}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <fieldset className={styles.modes}>
            <legend className={styles.legend}>{t.embed.mode}</legend>
            {modes.map((one) => (
              <label key={one.id} className={styles.mode}>
                <input
                  type="radio"
                  name={name}
                  checked={mode === one.id}
                  onChange={() => setMode(one.id)}
                  className={styles.radio}
                  aria-describedby={`${name}-${one.id}`}
                />
                <span>
                  <span className={styles.name}>{one.name}</span>
                  <span id={`${name}-${one.id}`} className={styles.about}>
                    {one.about}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
          <OptionFields isList={kind === 'bead'} options={options} onChange={setOptions} />
          <CopyField
            label={t.embed.code}
            value={embedCode(mode, { kind, id, title: t.embed.frame(title), label }, options, location.origin)}
            rows={5}
          />
          <Tabs.Root defaultValue="general" className={styles.howTo}>
            <Tabs.List className={styles.tabs} aria-label={t.embed.howTo}>
              {howTo.map((one) => (
                <Tabs.Tab key={one.id} value={one.id} className={styles.tab}>
                  {one.name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {howTo.map((one) => (
              <Tabs.Panel key={one.id} value={one.id} className={styles.panel}>
                <ol className={styles.steps}>
                  {one.steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              </Tabs.Panel>
            ))}
          </Tabs.Root>
        </div>
        <section className={styles.column} aria-labelledby={`${name}-preview`}>
          <h3 id={`${name}-preview`} className={styles.legend}>
            {t.embed.preview}
          </h3>
          {mode !== 'popup' ? (
            <iframe
              src={address}
              title={t.embed.frame(title)}
              height={widgetSize.height}
              allow={widgetPermissions}
              className={styles.frame}
            />
          ) : (
            <p className={styles.page}>
              {/* If the pop-up is blocked, the link opens a new tab. */}
              <a
                href={address}
                target="_blank"
                rel="noopener"
                onClick={(event) => window.open(address, '', popupFeatures) && event.preventDefault()}
              >
                {label}
              </a>
            </p>
          )}
        </section>
      </div>
    </Dialog>
  )
}
