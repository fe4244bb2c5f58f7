/**
 * Generates the demo clips: `npx tsx build/demo/make-clips.ts`. Needs ffmpeg 5 or later with libx264, libvpx,
 * libopus, libmp3lame and libvorbis. Pictures come from ffmpeg's generative sources, sound from `synth.ts`.
 * The output is committed; run this only to change a clip.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { score, type ScoreName } from './scores.ts'
import { renderWav } from './synth.ts'

const root = join(import.meta.dirname, '../..')
const clips = join(root, 'server/demo/clips')
const posters = join(root, 'server/demo/pictures/clips')
const scratch = mkdtempSync(join(tmpdir(), 'strand-clips-'))
mkdirSync(clips, { recursive: true })
mkdirSync(posters, { recursive: true })

const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', '-fflags', '+bitexact', ...args], {
    cwd: clips,
    stdio: ['ignore', 'inherit', 'inherit'],
  })

const finish = 'format=yuv420p'
const metaballs = (n: number) =>
  Array.from({ length: n }, (_, i) => {
    const [fx, fy, phase] = [0.5 + i * 0.17, 0.4 + i * 0.13, i * 1.9]
    return `420/(40+hypot(X-W*(0.5+0.36*sin(T*${fx}+${phase})),Y-H*(0.5+0.34*cos(T*${fy}+${phase}*1.3)))*1.6)`
  }).join('+')

/** Each function returns an ffmpeg filter graph; `d` is its length in seconds. */
const videos: Record<
  string,
  { graph: (d: number) => string; output: 'mp4' | 'webm-vp9' | 'webm-vp8' | 'hls'; poster: number; crf?: number }
> = {
  'mandelbrot-dive': {
    output: 'mp4',
    poster: 0.62,
    crf: 30,
    graph: (d) =>
      `mandelbrot=s=640x360:r=25:maxiter=900:start_scale=2.4:end_scale=0.00035:end_pts=${Math.round(d * 25 * 1.1)}:start_x=-0.743643887:start_y=0.131825904:inner=black:bailout=80,format=gray,format=yuv444p,pseudocolor=preset=magma,eq=saturation=1.15,gblur=sigma=0.6,vignette=PI/5`,
  },
  'dusk-over-nothing': {
    output: 'mp4',
    poster: 0.5,
    crf: 23,
    graph: () => {
      // Three lights drift under a dusk sky. Rendered small and scaled up, since the picture has no edges.
      const glow = (x: number, y: number, size: number, p: number) =>
        `exp(-hypot((X-W*(${x}+0.18*sin(T*0.5+${p})))/W,(Y-H*(${y}+0.12*cos(T*0.4+${p})))/W)*${size})`
      const [a, b, c] = [glow(0.3, 0.75, 4.2, 0), glow(0.72, 0.6, 4.8, 2), glow(0.5, 0.2, 5.4, 4)]
      const channel = (base: number, x: number, y: number, z: number) => `clip(${base}+${x}*${a}+${y}*${b}+${z}*${c},0,255)`
      return `color=black:s=214x120:r=25,format=gbrp,geq=r='${channel(24, 228, 150, 60)}':g='${channel(24, 128, 50, 70)}':b='${channel(66, 40, 90, 150)}',scale=854:480:flags=bicubic`
    },
  },
  'garden-of-cells': {
    output: 'mp4',
    poster: 0.75,
    crf: 27,
    graph: () =>
      'life=s=122x68:r=12:seed=20:ratio=0.18:mold=10:life_color=0xffd166:death_color=0x1b4965:mold_color=0x0b132b,scale=854:476:flags=neighbor,pad=854:480:0:2:0x0b132b,fps=24,tmix=frames=3',
  },
  'rule-110': {
    output: 'mp4',
    poster: 0.85,
    crf: 28,
    graph: () =>
      'cellauto=s=142x80:rule=110:r=25:seed=5:ratio=0.4:full=1,scale=852:480:flags=neighbor,pad=854:480:1:0,format=rgb24,lutrgb=r=if(gt(val\\,128)\\,244\\,34):g=if(gt(val\\,128)\\,162\\,37):b=if(gt(val\\,128)\\,97\\,72),vignette=PI/5',
  },
  'last-light': {
    output: 'mp4',
    poster: 0.4,
    crf: 25,
    graph: (d) => {
      const hill = (base: number, a: number, f: number, speed: number, p: number) =>
        `gt(Y,H*(${base}+${a}*sin(X/W*${f}+${p}+T*${speed})+${a / 3}*sin(X/W*${f * 2.7}+${p * 2}+T*${speed * 1.6})))`
      const layers = [hill(0.58, 0.05, 5, 0.12, 1), hill(0.68, 0.06, 4, 0.22, 2.4), hill(0.79, 0.06, 3.2, 0.4, 4)]
      const channel = (top: number, bottom: number, sun: number, hills: number[]) => {
        const sky = `(${top}+(${bottom}-${top})*Y/H)`
        const disc = `if(lt(hypot(X-W*0.62,Y-H*(0.3+0.28*T/${d})),H*0.13),${sun},${sky})`
        return layers.reduce((below, layer, i) => `if(${layer},${hills[i]},${below})`, disc)
      }
      return `color=black:s=640x360:r=20,format=gbrp,geq=r='${channel(52, 250, 255, [172, 104, 44])}':g='${channel(38, 150, 226, [82, 56, 32])}':b='${channel(92, 120, 170, [112, 96, 66])}',gblur=sigma=0.7,fps=25`
    },
  },
  'two-stones': {
    output: 'webm-vp9',
    poster: 0.6,
    crf: 36,
    graph: () =>
      `color=black:s=320x180:r=20,format=gbrp,geq=r='clip(96+54*sin(hypot(X-100,Y-80)/6-T*4)*exp(-hypot(X-100,Y-80)/190)+36*sin(hypot(X-225,Y-110)/7-T*3.1),0,255)':g='120+55*sin(hypot(X-100,Y-80)/6-T*4+0.5)+45*sin(hypot(X-225,Y-110)/7-T*3.1)':b='150+50*sin(hypot(X-100,Y-80)/6-T*4+1)+50*sin(hypot(X-225,Y-110)/7-T*3.1+0.6)',scale=640:360:flags=bicubic,vignette=PI/5`,
  },
  tides: {
    output: 'hls',
    poster: 0.5,
    crf: 25,
    graph: () =>
      `color=black:s=320x180:r=20,format=gbrp,geq=r='clip(6+9*pow(${metaballs(5)},1.25),0,250)':g='clip(20+13*(${metaballs(4)}),0,235)':b='clip(58+14*(${metaballs(6)}),0,245)',scale=854:480:flags=bicubic,fps=25,vignette=PI/5`,
  },
}

function encode(name: string, output: string, wav: string, graph: string, crf: number, seconds: number): void {
  const inputs = ['-f', 'lavfi', '-i', graph, '-i', wav, '-t', String(seconds), '-map', '0:v', '-map', '1:a']
  const fades = `fade=in:st=0:d=0.4,fade=out:st=${seconds - 0.7}:d=0.7,${finish}`
  const h264 = [
    '-vf',
    fades,
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    String(crf),
    '-profile:v',
    'main',
    '-c:a',
    'aac',
    '-b:a',
    '96k',
    '-flags:v',
    '+bitexact',
    '-flags:a',
    '+bitexact',
    '-map_metadata',
    '-1',
    '-threads',
    '1',
  ]
  if (output === 'mp4') ffmpeg(...inputs, ...h264, '-movflags', '+faststart', `${name}.mp4`)
  else if (output === 'hls')
    ffmpeg(
      ...inputs,
      ...h264,
      '-g',
      '75',
      '-keyint_min',
      '75',
      '-sc_threshold',
      '0',
      '-hls_time',
      '3',
      '-hls_list_size',
      '0',
      '-hls_segment_filename',
      `${name}-%d.mpegts`,
      '-f',
      'hls',
      `${name}.m3u8`,
    )
  else if (output === 'webm-vp9')
    ffmpeg(
      ...inputs,
      '-vf',
      fades,
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      '0',
      '-crf',
      String(crf),
      '-row-mt',
      '1',
      '-cpu-used',
      '2',
      '-c:a',
      'libopus',
      '-b:a',
      '80k',
      '-map_metadata',
      '-1',
      `${name}.webm`,
    )
  else
    ffmpeg(
      ...inputs,
      '-vf',
      fades,
      '-c:v',
      'libvpx',
      '-b:v',
      '700k',
      '-crf',
      String(crf),
      '-c:a',
      'libvorbis',
      '-q:a',
      '3',
      '-map_metadata',
      '-1',
      `${name}.webm`,
    )
}

const wavOf = (name: ScoreName) => {
  const { notes, seconds } = score(name)
  const path = join(scratch, `${name}.wav`)
  writeFileSync(path, renderWav(notes, seconds))
  return { path, seconds }
}

const only = new Set(process.argv.slice(2))
const isSelected = (name: string) => only.size === 0 || only.has(name)

for (const [name, video] of Object.entries(videos)) {
  if (!isSelected(name)) continue
  const { path, seconds } = wavOf(name as ScoreName)
  encode(name, video.output, path, video.graph(seconds), video.crf ?? 26, seconds)
  const file = { mp4: `${name}.mp4`, hls: `${name}.m3u8`, 'webm-vp9': `${name}.webm`, 'webm-vp8': `${name}.webm` }[video.output]
  ffmpeg(
    '-ss',
    (seconds * video.poster).toFixed(2),
    '-i',
    file,
    '-frames:v',
    '1',
    '-vf',
    'scale=480:270:force_original_aspect_ratio=increase,crop=480:270',
    '-q:v',
    '4',
    join(posters, `${name}.jpg`),
  )
}

// The picture of the second WebM visualises its music: a constant-Q transform of the sound.
if (isSelected('hearing-colours')) {
  const { path, seconds } = wavOf('hearing-colours')
  ffmpeg(
    '-i',
    path,
    '-filter_complex',
    `[0:a]asplit[a][b];[b]showcqt=s=640x360:fps=25:axis=0:bar_h=150:sono_h=210:bar_v=9:sono_v=12:count=3:cscheme=1|0.55|0.1|0.1|0.5|1,fade=out:st=${seconds - 0.7}:d=0.7,${finish}[v]`,
    '-map',
    '[v]',
    '-map',
    '[a]',
    '-c:v',
    'libvpx',
    '-b:v',
    '650k',
    '-c:a',
    'libvorbis',
    '-q:a',
    '3',
    '-map_metadata',
    '-1',
    'hearing-colours.webm',
  )
  ffmpeg(
    '-ss',
    (seconds * 0.6).toFixed(2),
    '-i',
    'hearing-colours.webm',
    '-frames:v',
    '1',
    '-vf',
    'scale=480:270',
    '-q:v',
    '4',
    join(posters, 'hearing-colours.jpg'),
  )
}

// The same film as DASH, with separate audio and video.
if (isSelected('last-light'))
  ffmpeg(
    '-i',
    'last-light.mp4',
    '-c:v',
    'libx264',
    '-crf',
    '33',
    '-preset',
    'veryslow',
    '-g',
    '50',
    '-keyint_min',
    '50',
    '-sc_threshold',
    '0',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
    '-f',
    'dash',
    '-seg_duration',
    '2',
    '-use_template',
    '1',
    '-use_timeline',
    '0',
    '-init_seg_name',
    'last-light-init-$RepresentationID$.m4s',
    '-media_seg_name',
    'last-light-$RepresentationID$-$Number$.m4s',
    'last-light.mpd',
  )

for (const name of ['night-bus-home', 'marimba-for-monday'] as const)
  if (isSelected(name)) ffmpeg('-i', wavOf(name).path, '-c:a', 'libmp3lame', '-b:a', '128k', '-map_metadata', '-1', `${name}.mp3`)
for (const name of ['glass-and-rain', 'waltz-for-a-kettle'] as const)
  if (isSelected(name)) {
    const { path } = wavOf(name)
    ffmpeg('-i', path, '-c:a', 'libvorbis', '-q:a', '4', '-map_metadata', '-1', `${name}.ogg`)
    ffmpeg('-i', path, '-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart', '-map_metadata', '-1', `${name}.m4a`)
  }

rmSync(scratch, { recursive: true })
