module.exports = require('../../scripts/eslint.cjs')(__dirname);
