"""How tools/site makes a site of the pages: Sphinx with MyST (Markdown) and the theme Furo, all from Debian."""
# The sources are the whole repository, so that a link from one page to another is the same here as in the repository.
project = "TopoMorph"
copyright = "the TopoMorph developers"
root_doc = "docs/index"
include_patterns = ["docs/**.md", "benchmarks/**.md"]
exclude_patterns = ["build"]
extensions = ["myst_parser", "sphinx_copybutton"]
myst_heading_anchors = 4  # links to headings, as in the repository

nitpicky = True
language = "en"
smartquotes = False  # two hyphens are an option, not a dash
highlight_language = "none"

html_theme = "furo"
html_title = "TopoMorph"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["style"]
html_css_files = ["site.css"]

copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
