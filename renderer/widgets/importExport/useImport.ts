import { useRef, useState } from 'react'
import type { Answer } from '#contract/endpoints.ts'
import { beadTitleProblem, tidy } from '#contract/rules.ts'
import type { Bead } from '#contract/schemas.ts'
import { failureMessage, isFailure, isSessionEnd, useCreateBeadMutation } from '#data/index.ts'
import { useImportBeadMutation, usePreviewImportMutation } from '#data/playlists.ts'
import { importBatches, type Report } from './importBatches.ts'
import { readFile } from './readFile.ts'

/** Message of a failure. Empty if the session has ended: the login dialog then shows the message. */
const problemOf = (error: unknown): string => (isSessionEnd(error) ? '' : failureMessage(error))

/** Entries of a file as the import would treat them. */
export type PreviewAnswer = Answer<'POST /api/v0/beads/import/preview'>

export interface ImportFile {
  name: string
  content: string
}

/** Values already entered in the dialog for a new playlist; they take precedence over the file's. */
export interface BeadDefaults {
  title?: string
  description?: string
  tags?: readonly string[]
  category?: Bead['category'] | ''
}

/**
 * `starting`: the playlist is being created. `working`: batches are imported. `stopping`: the last batch is finishing.
 */
export type Phase = 'choose' | 'reading' | 'preview' | 'starting' | 'working' | 'stopping' | 'report'

/** A published personal playlist as the basic creator makes it (decision 15), with the file's description and tags as defaults. */
const newBead = (title: string, defaults: BeadDefaults, preview: PreviewAnswer | null) => ({
  title: tidy(title),
  description: defaults.description || (preview?.description ?? ''),
  category: defaults.category || ('other' as const),
  tags: defaults.tags?.length ? [...defaults.tags] : (preview?.tags ?? []),
  isDraft: false,
  invitees: [],
})

/**
 * State machine of an import: preview, then batches of entries; each completed batch is saved (BY11). `into`: the
 * target playlist; null creates one.
 */
export function useImport(into: Bead | null, onCreated: (() => void) | undefined) {
  const [phase, setPhase] = useState<Phase>('choose')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [preview, setPreview] = useState<PreviewAnswer | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [problem, setProblem] = useState('')
  const [titleProblem, setTitleProblem] = useState<string | null>(null)
  const [target, setTarget] = useState<Bead | null>(into)
  /** The user has stopped the import; no further batch is sent. */
  const stopped = useRef(false)
  const [loadPreview] = usePreviewImportMutation()
  const [importBatch] = useImportBeadMutation()
  const [create] = useCreateBeadMutation()

  const requestPreview = ({ content }: ImportFile, from: number) =>
    loadPreview({ body: { content, from, ...(target && { bead: target.id }) } })

  async function selectFile(chosen: File): Promise<PreviewAnswer | null> {
    setPhase('reading')
    setFile({ name: chosen.name, content: '' })
    setPreview(null)
    setReport(null)
    setProblem('')
    setTitleProblem(null)
    const refuse = (message: string) => {
      setProblem(message)
      setFile(null)
      setPhase('choose')
      return null
    }
    const read = await readFile(chosen)
    if ('problem' in read) return refuse(read.problem)
    const importFile = { name: chosen.name, content: read.content }
    const { data, error } = await requestPreview(importFile, 0)
    if (error) return refuse(problemOf(error))
    setFile(importFile)
    setPreview(data)
    setPhase('preview')
    return data
  }

  async function importFrom(bead: Bead, { content }: ImportFile, start: Report): Promise<void> {
    stopped.current = false
    setProblem('')
    setPhase('working')
    const error = await importBatches({
      start,
      request: (from) => importBatch({ params: { id: bead.id }, body: { content, from } }),
      isStopped: () => stopped.current,
      onProgress: setReport,
    })
    if (error !== null) setProblem(problemOf(error))
    setPhase('report')
  }

  async function createBead(title: string, defaults: BeadDefaults): Promise<Bead | null> {
    const invalid = beadTitleProblem(title, false)
    setTitleProblem(invalid)
    if (invalid !== null) return null
    setPhase('starting')
    const { data, error } = await create({ body: newBead(title, defaults, preview) })
    if (error) {
      const ofTitle = isFailure(error) ? error.fields?.['title'] : undefined
      if (ofTitle === undefined) setProblem(problemOf(error))
      else setTitleProblem(ofTitle)
      setPhase('preview')
      return null
    }
    setTarget(data.data)
    onCreated?.()
    return data.data
  }

  return {
    phase,
    file,
    preview,
    report,
    problem,
    titleProblem,
    /** The playlist of the import; null until a new one is created. */
    target,
    needsTitle: phase === 'preview' && target === null,
    busy: phase === 'reading' || phase === 'starting' || phase === 'working' || phase === 'stopping',
    selectFile,
    async showMore() {
      if (!file || !preview || preview.next === null) return
      const { data, error } = await requestPreview(file, preview.next)
      if (error) return setProblem(problemOf(error))
      setProblem('')
      setPreview({ ...preview, entries: [...preview.entries, ...data.entries], next: data.next })
    },
    /** Returns false if the playlist could not be created, for example because of its title. */
    async start(title: string, defaults: BeadDefaults): Promise<boolean> {
      if (!file || !preview) return false
      setProblem('')
      const bead = target ?? (await createBead(title, defaults))
      if (bead) await importFrom(bead, file, { total: preview.total, next: 0, added: 0, repeated: 0, failed: [] })
      return bead !== null
    },
    /** Continues an import that was stopped or that failed. */
    resume: async () => {
      if (target && file && report) await importFrom(target, file, report)
    },
    stop() {
      stopped.current = true
      setPhase('stopping')
    },
    clearTitleProblem: () => setTitleProblem(null),
  }
}

export type ImportState = ReturnType<typeof useImport>
