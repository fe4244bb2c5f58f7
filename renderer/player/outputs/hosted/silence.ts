/** Creates an object URL of a WAV file with 50 ms of silence: PCM, one channel, 8 bits, 8000 Hz. */
export function silence(): string {
  const rate = 8000
  const samples = rate / 20
  const wav = new DataView(new ArrayBuffer(44 + samples))
  // The header has 44 bytes; numbers are little-endian.
  const word = (at: number, text: string) => [...text].forEach((letter, n) => wav.setUint8(at + n, letter.charCodeAt(0)))
  word(0, 'RIFF')
  wav.setUint32(4, 36 + samples, true)
  word(8, 'WAVEfmt ')
  wav.setUint32(16, 16, true)
  // The format (1 is PCM) and the number of channels.
  wav.setUint16(20, 1, true)
  wav.setUint16(22, 1, true)
  wav.setUint32(24, rate, true)
  wav.setUint32(28, rate, true)
  wav.setUint16(32, 1, true)
  wav.setUint16(34, 8, true)
  word(36, 'data')
  wav.setUint32(40, samples, true)
  // Samples are unsigned: 128 is the zero level.
  new Uint8Array(wav.buffer, 44).fill(128)
  return URL.createObjectURL(new Blob([wav], { type: 'audio/wav' }))
}
