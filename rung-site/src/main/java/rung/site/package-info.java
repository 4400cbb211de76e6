/** Makes the project's site from its Markdown and its Javadoc: {@link rung.site.Site}. Nothing in it is loaded from elsewhere. */
package rung.site;
