/** The model of remote-model.ts while the member uses one of three devices. */
import { testModel } from './remote-model.ts'

testModel(true)
