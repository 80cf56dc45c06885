/** The field that names one sending of a form: by it the worker (static/worker.js) and the page know what got no answer. */
export const sentAsField = "sentAs";
